/// Invented but plausible content for the pages.
enum Invented {
  /// Places with a line about each.
  static let places = [
    ("Harbour Bakery", "Sourdough until ten, then cake"), ("Fern & Fig", "Houseplants and coffee"),
    ("The Reading Room", "Second-hand books, two floors"), ("Lido Baths", "Heated, open till nine"),
    ("Noodle Corner", "Six seats and one soup"), ("North Pier", "Best at low tide"),
    ("Clay Studio", "Pottery for beginners, Tuesdays"), ("Cinema Arcadia", "Old films on film"),
    ("Star Dome", "Clear nights only"), ("Market Hall", "Cheese, flowers, gossip"),
    ("The Velvet Room", "Jazz every Thursday"), ("Tram Museum", "Rides at noon and at four"),
    ("Orchard Walk", "An hour, mostly flat"), ("Salt & Stone", "Fish from this morning"),
    ("Botanic Garden", "The lilies are out"), ("Radio Café", "Breakfast all day"),
    ("The Boathouse", "Canoes by the hour"), ("Print Works", "Posters made to order"),
    ("Castle Steps", "312 of them, with a view"), ("Night Kitchen", "Open when others aren't"),
  ]

  /// Senders of messages with the first line of each.
  static let messages = [
    ("Ines Calder", "Are we still on for Saturday?"), ("Tram Museum", "Your tickets for Sunday"),
    ("Jon Okafor", "Photos from the pier, finally"), ("Landlord", "The heating, again"),
    ("Mara Lind", "Could you read this before Monday?"), ("Library", "Two books are due on Friday"),
    ("Book club", "We picked the long one"), ("Dad", "How do I rotate a video?"),
    ("Night Kitchen", "Your table for four at eight"), ("Priya Nair", "Draft 3, with fewer boats"),
  ]
}
