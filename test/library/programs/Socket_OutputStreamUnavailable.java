package library;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
            try {
                socket.getOutputStream(); // Socket_OutputStreamUnavailable: 1
            } catch (IOException expected) {
                System.out.println("still not connected");
            }
            socket.close();
            try {
                socket.getOutputStream(); // Socket_OutputStreamUnavailable: 1
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
                System.out.println(socket.getOutputStream() != null);
                socket.close();
                Socket connected = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                System.out.println(connected.getOutputStream() != null);
                connected.close();
            }
            try (ServerSocket server = new Own()) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket accepted = server.accept();
                System.out.println(accepted.getOutputStream() != null);
                accepted.close();
                client.close();
            }
            Socket made = new Socket() {
                @Override
                public OutputStream getOutputStream() {
                    return new ByteArrayOutputStream();
                }
            };
            System.out.println(made.getOutputStream() != null);
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
