package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

final class ServerSocket_ReuseAddress {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ServerSocket bound = new ServerSocket(0);
            bound.setReuseAddress(true); // ServerSocket_ReuseAddress: 1
            bound.close();
            System.out.println("too late");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            ServerSocket server = new ServerSocket();
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.close();
            Late late = new Late(0);
            late.setReuseAddress(true);
            late.open();
            late.close();
            System.out.println("in time");
        }
    }

    /** Is bound when it is opened. */
    static final class Late extends ServerSocket {
        private final int port;

        Late(int port) throws IOException {
            this.port = port;
        }

        void open() throws IOException {
            bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
    }
}
