package library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class Socket_InputStreamUnavailable {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Socket socket = new Socket();
            try {
                socket.getInputStream(); // Socket_InputStreamUnavailable: 1
            } catch (IOException expected) {
                System.out.println("not connected");
            }
            try {
                socket.getInputStream(); // Socket_InputStreamUnavailable: 1
            } catch (IOException expected) {
                System.out.println("still not connected");
            }
            socket.close();
            try {
                socket.getInputStream(); // Socket_InputStreamUnavailable: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                Socket socket = new Socket();
                socket.connect(server.getLocalSocketAddress());
                System.out.println(socket.getInputStream() != null);
                socket.close();
                Socket connected = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                System.out.println(connected.getInputStream() != null);
                connected.close();
            }
            try (ServerSocket server = new Own()) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket accepted = server.accept();
                System.out.println(accepted.getInputStream() != null);
                accepted.close();
                client.close();
            }
            Socket made = new Socket() {
                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(new byte[0]);
                }
            };
            System.out.println(made.getInputStream() != null);
        }
    }

    /** A server that makes the sockets of its connections itself. */
    static final class Own extends ServerSocket {
        Own() throws IOException {
            super(0, 2, InetAddress.getLoopbackAddress());
        }

        @Override
        public Socket accept() throws IOException {
            Socket socket = new Socket();
            implAccept(socket);
            return socket;
        }
    }
}
