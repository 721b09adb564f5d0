package oracle;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;

/** Where a call stands: AspectJ makes one static part per call instruction, so identity tells two on one line apart. */
final class Site {
    final JoinPoint.StaticPart call;
    final JoinPoint.StaticPart enclosing;

    Site(JoinPoint.StaticPart call, JoinPoint.StaticPart enclosing) {
        this.call = call;
        this.enclosing = enclosing;
    }

    String className() {
        return call.getSourceLocation().getWithinType().getName();
    }

    /** The method's name as in the class file: the static initialiser and constructors have names of their own there. */
    String method() {
        if (enclosing.getKind().equals(JoinPoint.STATICINITIALIZATION)) return "<clinit>";
        if (enclosing.getSignature() instanceof org.aspectj.lang.reflect.ConstructorSignature) return "<init>";
        Signature signature = enclosing.getSignature();
        return signature.getName();
    }

    int line() {
        return call.getSourceLocation().getLine();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Site && ((Site) other).call == call;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(call);
    }
}
