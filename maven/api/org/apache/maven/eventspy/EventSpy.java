package org.apache.maven.eventspy;

public interface EventSpy {
    void onEvent(Object event) throws Exception;
}
