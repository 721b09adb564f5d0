package library;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_CloseOutput {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                OutputStream output = socket.getOutputStream();
                socket.close();
                try {
                    output.write(1); // Socket_CloseOutput: 1
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
                OutputStream output = socket.getOutputStream();
                output.write(1);
                output.flush();
                socket.close();
                System.out.println("written");
            }
        }
    }
}
