import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A Netty server that answers lines, and four clients that send it 500 lines each, one at a time. */
public class EchoLines {
    private static class Lines extends ChannelInitializer<SocketChannel> {
        private final java.util.function.BiConsumer<ChannelHandlerContext, String> reader;

        Lines(java.util.function.BiConsumer<ChannelHandlerContext, String> reader) {
            this.reader = reader;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new LineBasedFrameDecoder(4000), new StringDecoder(), new StringEncoder(),
                new SimpleChannelInboundHandler<String>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, String line) {
                        reader.accept(context, line);
                    }
                });
        }
    }

    public static void main(String[] arguments) throws Exception {
        NioEventLoopGroup group = new NioEventLoopGroup(2);
        LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .childHandler(new Lines((context, line) -> context.writeAndFlush(new StringBuilder(line).reverse() + "\n")))
            .bind(new InetSocketAddress("127.0.0.1", 0)).sync().channel();
        for (int client = 0; client < 4; client++) {
            Channel channel = new Bootstrap().group(group).channel(NioSocketChannel.class)
                .handler(new Lines((context, line) -> answers.add(line))).connect(server.localAddress()).sync().channel();
            for (int number = 0; number < 500; number++) {
                channel.writeAndFlush("client " + client + " line " + number + "\n").sync();
                String answer = answers.poll(60, TimeUnit.SECONDS);
                if (number % 50 == 0) {
                    System.out.println(answer);
                }
            }
            channel.close().sync();
        }
        server.close().sync();
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }
}
