import java.util.function.Supplier;

/** A later runtime came first; then the loop of {@link Loop} runs. */
public class OtherProtocol {
    static final class Later extends ThreadGroup implements java.util.function.BiFunction<String, Object[], Object> {
        Later(ThreadGroup root) {
            super(root, "rrv runtime, protocol 99");
        }

        @Override
        public Object apply(String request, Object[] arguments) {
            throw new IllegalStateException(request);
        }
    }

    static Supplier<Object> keep;

    public static void main(String[] args) throws Exception {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        final Later later = new Later(root);
        keep = new Supplier<Object>() {
            @Override
            public Object get() {
                return later;
            }
        };
        Loop.main(new String[] {args[0], "200"});
    }
}
