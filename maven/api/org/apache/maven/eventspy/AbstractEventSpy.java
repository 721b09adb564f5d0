package org.apache.maven.eventspy;

public abstract class AbstractEventSpy implements EventSpy {
    @Override
    public native void onEvent(Object event) throws Exception;
}
