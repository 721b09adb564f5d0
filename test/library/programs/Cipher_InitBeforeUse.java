package library;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

final class Cipher_InitBeforeUse {
    static final class Violates {
        public static void main(String[] arguments) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            try {
                cipher.doFinal(new byte[16]); // Cipher_InitBeforeUse: 1
            } catch (IllegalStateException expected) {
                System.out.println("no key");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
            System.out.println(cipher.doFinal(new byte[16]).length);
        }
    }
}
