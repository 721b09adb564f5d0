package library;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

final class Signature_InitBeforeUse {
    static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        return generator.generateKeyPair();
    }

    static final class Violates {
        public static void main(String[] arguments) throws GeneralSecurityException {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(keys().getPublic());
            signature.update((byte) 1);
            try {
                signature.sign(); // Signature_InitBeforeUse: 1
            } catch (GeneralSecurityException expected) {
                System.out.println("initialized to verify");
            }
            signature.initSign(keys().getPrivate());
            try {
                signature.verify(new byte[128]); // Signature_InitBeforeUse: 1
            } catch (GeneralSecurityException expected) {
                System.out.println("initialized to sign");
            }
            signature.update((byte) 1);
            System.out.println(signature.sign().length + ", as it still is");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws GeneralSecurityException {
            KeyPair keys = keys();
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            signature.update((byte) 1);
            System.out.println(signature.verify(signed));
        }
    }
}
