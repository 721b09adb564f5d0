package library;

final class Throwable_InitCauseOnce {
    static final class Violates {
        public static void main(String[] arguments) {
            Throwable problem = new RuntimeException("problem");
            problem.initCause(new Error("first"));
            try {
                problem.initCause(new Error("second")); // Throwable_InitCauseOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println(problem.getCause().getMessage());
            }
            Throwable caused = new RuntimeException("problem", new Error("first"));
            try {
                caused.initCause(new Error("second")); // Throwable_InitCauseOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println(caused.getCause().getMessage());
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Throwable problem = new RuntimeException("problem");
            problem.initCause(new Error("first"));
            Throwable other = new IllegalStateException("other");
            other.initCause(problem);
            System.out.println(other.getCause().getMessage());
        }
    }
}
