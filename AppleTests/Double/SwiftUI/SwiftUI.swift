// Importing SwiftUI imports these.
@_exported import Combine
@_exported import CoreGraphics
@_exported import Foundation
@_exported import UIKit
