package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_ReuseAddress {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.setReuseAddress(true); // Socket_ReuseAddress: 1
            socket.close();
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket connected = new Socket(server.getInetAddress(), server.getLocalPort())) {
                connected.setReuseAddress(true); // Socket_ReuseAddress: 1
            }
            System.out.println("too late");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(socket.getReuseAddress());
            socket.close();
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Late late = new Late(server.getInetAddress(), server.getLocalPort())) {
                late.setReuseAddress(true);
                late.open();
                System.out.println(late.isConnected());
            }
        }
    }

    /** Is connected when it is opened. */
    static final class Late extends Socket {
        private final InetSocketAddress address;

        Late(InetAddress host, int port) {
            address = new InetSocketAddress(host, port);
        }

        void open() throws IOException {
            connect(address);
        }
    }
}
