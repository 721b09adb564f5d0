package library;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;

final class HttpURLConnection_SetBeforeConnect {
    /** A server that answers one request. */
    static ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread answers = new Thread(() -> {
            try (Socket client = server.accept()) {
                InputStream request = client.getInputStream();
                int newlines = 0;
                for (int next = request.read(); next >= 0 && newlines < 4; next = newlines < 4 ? request.read() : next)
                    newlines = next == '\n' || next == '\r' ? newlines + 1 : 0;
                client.getOutputStream().write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes());
            } catch (IOException failure) {
                throw new IllegalStateException(failure);
            }
        });
        answers.setDaemon(true);
        answers.start();
        return server;
    }

    static HttpURLConnection open(ServerSocket server) throws IOException {
        URL url = new URL("http", InetAddress.getLoopbackAddress().getHostAddress(), server.getLocalPort(), "/");
        return (HttpURLConnection) url.openConnection(java.net.Proxy.NO_PROXY);
    }

    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ServerSocket server = server();
            HttpURLConnection connection = open(server);
            System.out.println(connection.getResponseCode());
            try {
                connection.setRequestMethod("POST"); // HttpURLConnection_SetBeforeConnect: 1
            } catch (IOException | IllegalStateException expected) {
                System.out.println("too late");
            }
            connection.disconnect();
            server.close();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            ServerSocket server = server();
            HttpURLConnection connection = open(server);
            connection.setRequestMethod("HEAD");
            System.out.println(connection.getResponseCode());
            connection.disconnect();
            server.close();
        }
    }
}
