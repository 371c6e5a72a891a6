// Importing AppKit imports these.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import ObjectRuntime
@_exported import QuartzCore

public typealias NSPoint = CGPoint
public typealias NSSize = CGSize
public typealias NSRect = CGRect
