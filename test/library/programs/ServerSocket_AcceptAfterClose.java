package library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class ServerSocket_AcceptAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            server.close();
            try {
                server.accept(); // ServerSocket_AcceptAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            server.accept().close();
            server.close();
            client.close();
            System.out.println(server.isClosed());
        }
    }
}
