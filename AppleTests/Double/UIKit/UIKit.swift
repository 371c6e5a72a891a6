// Importing UIKit imports these.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import ObjectRuntime
@_exported import QuartzCore
