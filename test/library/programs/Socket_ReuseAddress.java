package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

final class Socket_ReuseAddress {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.setReuseAddress(true); // Socket_ReuseAddress: 1
            socket.close();
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
        }
    }
}
