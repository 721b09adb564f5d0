package library;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

final class DatagramSocket_ManipulateAfterClose {
    static DatagramPacket packet(DatagramSocket to) {
        return new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), to.getLocalPort());
    }

    static DatagramSocket open() throws IOException {
        return new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            DatagramSocket socket = open();
            DatagramPacket packet = packet(socket);
            socket.close();
            try {
                socket.send(packet); // DatagramSocket_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            DatagramSocket receiver = open();
            DatagramSocket sender = open();
            sender.send(packet(receiver));
            sender.close();
            DatagramPacket received = new DatagramPacket(new byte[1], 1);
            receiver.receive(received);
            receiver.close();
            System.out.println(received.getLength());
        }
    }
}
