package library;

import java.rmi.RemoteException;
import java.sql.SQLException;
import java.util.List;
import javax.management.remote.JMXProviderException;
import javax.xml.crypto.KeySelectorException;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.NoSuchMechanismException;
import javax.xml.crypto.URIReferenceException;
import javax.xml.crypto.dsig.TransformException;
import javax.xml.crypto.dsig.XMLSignatureException;

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
            Error late = new Error("late");
            for (Throwable fixed : List.of(
                    new ClassNotFoundException("name"),
                    new ExceptionInInitializerError("class"),
                    new RemoteException("remote"),
                    new SQLException("reason", "state", late)))
                try {
                    fixed.initCause(late); // Throwable_InitCauseOnce: 4
                } catch (IllegalStateException expected) {
                    System.out.println(fixed.getMessage());
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
            for (Throwable open : List.of(
                    new JMXProviderException("a", problem),
                    new KeySelectorException(problem),
                    new MarshalException("b", problem),
                    new NoSuchMechanismException(problem),
                    new URIReferenceException("c", problem),
                    new TransformException(problem),
                    new XMLSignatureException("d", problem)))
                System.out.println(open.initCause(problem).getMessage());
        }
    }
}
