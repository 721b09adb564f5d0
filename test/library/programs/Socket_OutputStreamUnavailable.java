package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_OutputStreamUnavailable {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Socket socket = new Socket();
            try {
                socket.getOutputStream(); // Socket_OutputStreamUnavailable: 1
            } catch (IOException expected) {
                System.out.println("not connected");
            }
            socket.close();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket();
                socket.connect(server.getLocalSocketAddress());
                System.out.println(socket.getOutputStream() != null);
                socket.close();
                Socket connected = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                System.out.println(connected.getOutputStream() != null);
                connected.close();
            }
        }
    }
}
