package library;

import java.net.PasswordAuthentication;
import java.util.Arrays;

final class PasswordAuthentication_FillZeroPassword {
    static final class Violates {
        public static void main(String[] arguments) {
            PasswordAuthentication credentials = new PasswordAuthentication("me", "secret".toCharArray());
            char[] password = credentials.getPassword();
            char[] again = credentials.getPassword(); // PasswordAuthentication_FillZeroPassword: 1
            Arrays.fill(again, ' ');
            System.out.println(password.length);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            PasswordAuthentication credentials = new PasswordAuthentication("me", "secret".toCharArray());
            char[] password = credentials.getPassword();
            System.out.println(password.length);
            Arrays.fill(password, ' ');
        }
    }
}
