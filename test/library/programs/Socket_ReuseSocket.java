package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_ReuseSocket {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket();
                socket.connect(server.getLocalSocketAddress());
                socket.close();
                try {
                    socket.connect(server.getLocalSocketAddress()); // Socket_ReuseSocket: 1
                } catch (IOException expected) {
                    System.out.println("closed");
                }
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                for (int count = 0; count < 2; count++) {
                    Socket socket = new Socket();
                    socket.connect(server.getLocalSocketAddress());
                    socket.close();
                }
                System.out.println("two sockets");
            }
        }
    }
}
