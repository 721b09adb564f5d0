package library;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_CloseInput {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                InputStream input = socket.getInputStream();
                socket.close();
                try {
                    input.read(); // Socket_CloseInput: 1
                } catch (IOException expected) {
                    System.out.println("closed");
                }
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                InputStream input = socket.getInputStream();
                System.out.println(input.available());
                socket.close();
            }
        }
    }
}
