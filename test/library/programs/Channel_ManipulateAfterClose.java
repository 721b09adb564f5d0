package library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

final class Channel_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(new byte[] {1, 2}));
            channel.close();
            try {
                channel.read(ByteBuffer.allocate(1)); // Channel_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(new byte[] {1, 2}));
            System.out.println(channel.read(ByteBuffer.allocate(1)));
            channel.close();
            System.out.println(channel.isOpen());
        }
    }
}
