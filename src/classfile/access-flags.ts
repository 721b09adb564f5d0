/** Access and property flags: JVMS tables 4.1-B (classes), 4.5-A (fields), 4.6-A (methods), 4.7.6-A, 4.7.25. */
export const AccessFlag = Object.freeze({
  public: 0x0001,
  private: 0x0002,
  protected: 0x0004,
  static: 0x0008,
  final: 0x0010,
  /** Classes. */
  super: 0x0020,
  /** Methods. */
  synchronized: 0x0020,
  /** Modules. */
  open: 0x0020,
  /** Module `requires`. */
  transitive: 0x0020,
  /** Fields. */
  volatile: 0x0040,
  /** Methods. */
  bridge: 0x0040,
  /** Module `requires`. */
  staticPhase: 0x0040,
  /** Fields. */
  transient: 0x0080,
  /** Methods. */
  varargs: 0x0080,
  native: 0x0100,
  interface: 0x0200,
  abstract: 0x0400,
  /** Methods, class versions 46 to 60. */
  strict: 0x0800,
  synthetic: 0x1000,
  annotation: 0x2000,
  enum: 0x4000,
  /** Classes. */
  module: 0x8000,
  /** Method parameters and module directives. */
  mandated: 0x8000,
} as const);
