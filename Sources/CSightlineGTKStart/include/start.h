// Has nothing to include: the module only runs code when a program is loaded.
