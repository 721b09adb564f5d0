package org.gradle.launcher;

import java.io.File;
import java.util.Arrays;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.internal.file.FileCollectionFactory;
import org.gradle.cli.CommandLineParser;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.NoOpBuildEventConsumer;
import org.gradle.initialization.ReportedException;
import org.gradle.initialization.layout.BuildLayoutFactory;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.internal.service.ServiceRegistryBuilder;
import org.gradle.internal.service.scopes.BasicGlobalScopeServices;
import org.gradle.internal.service.scopes.Scope;
import org.gradle.launcher.bootstrap.EntryPoint;
import org.gradle.launcher.bootstrap.ExecutionListener;
import org.gradle.launcher.cli.BuildEnvironmentConfigurationConverter;
import org.gradle.launcher.cli.Parameters;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;
import org.gradle.util.GradleVersion;

/** Gradle's command line, in this process: without a daemon, and of the options that build nothing --version alone. */
public class Main extends EntryPoint {
    @Override
    protected void doAction(String[] args, ExecutionListener listener) {
        if (Arrays.asList(args).contains("--version")) {
            System.out.println("Gradle " + GradleVersion.current().getVersion());
            return;
        }
        File userHome = new File(System.getenv("GRADLE_USER_HOME"));
        NativeServices.initializeOnClient(userHome, NativeServices.NativeServicesMode.fromSystemProperties());
        ServiceRegistry logging = LoggingServiceRegistry.newCommandLineProcessLogging();
        LoggingManagerInternal output = logging.getFactory(LoggingManagerInternal.class).create();
        output.captureSystemSources();
        output.start();
        try {
            Parameters parameters = parametersOf(args, logging);
            output.setLevelInternal(parameters.getStartParameter().getLogLevel());
            output.attachProcessConsole(parameters.getStartParameter().getConsoleOutput());
            if (build(parameters, logging).hasFailure()) {
                listener.onFailure(new ReportedException());
            }
        } finally {
            output.stop();
        }
    }

    private static Parameters parametersOf(String[] args, ServiceRegistry logging) {
        ServiceRegistry basic = ServiceRegistryBuilder.builder()
                .scope(Scope.Global.class)
                .parent(logging)
                .parent(NativeServices.getInstance())
                .provider(new BasicGlobalScopeServices())
                .build();
        BuildEnvironmentConfigurationConverter converter =
                new BuildEnvironmentConfigurationConverter(new BuildLayoutFactory(), basic.get(FileCollectionFactory.class));
        CommandLineParser parser = new CommandLineParser();
        converter.configure(parser);
        return converter.convertParameters(parser.parse(args), null);
    }

    private static BuildActionResult build(Parameters parameters, ServiceRegistry logging) {
        StartParameterInternal start = parameters.getStartParameter();
        ServiceRegistry natives = NativeServices.getInstance();
        try (BuildProcessState process =
                new BuildProcessState(false, AgentStatus.disabled(), ClassPath.EMPTY, logging, natives)) {
            return process.getServices().get(BuildExecutor.class).execute(
                    new ExecuteBuildAction(start),
                    new DefaultBuildActionParameters(
                            parameters.getDaemonParameters().getEffectiveSystemProperties(),
                            System.getenv(),
                            new File("").getAbsoluteFile(),
                            start.getLogLevel(),
                            false,
                            ClassPath.EMPTY),
                    new DefaultBuildRequestContext(
                            new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                            new DefaultBuildCancellationToken(),
                            new NoOpBuildEventConsumer()));
        }
    }
}
