#if canImport(SystemDouble)
// Replaces this folder in the tests: see AppleTests/README.md.
@_exported public import SystemDouble
#endif
