/// Why there is no usable certificate: one or two plain sentences with the path, what is wrong and how to mend it.
struct CertificateError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
