/** Why members are in no event of some properties: of all of them, where none is named. */
export interface LeftOut {
  readonly properties?: string;
  readonly reason: string;
  /** Names as unmonitoredMembers gives them. */
  readonly members: string;
}

/** Members of JDK 25 that are in no event of a property that names their type, and why. */
export const leftOut: readonly LeftOut[] = [
  {
    reason: 'only asks, or gives a view',
    members: `
      allowsCoreThreadTimeOut available availableProcessors blockingLock capacity ceiling ceilingEntry
      ceilingKey charset comparator contains containsAll containsKey containsValue copyInto count countTokens
      delimiter descendingIterator descendingMap descendingSet disjoint element elementAt enquoteIdentifier
      enquoteLiteral enquoteNCharLiteral entrySet finished first firstElement firstEntry firstKey flags floor
      floorEntry floorKey forEach frequency get get2DigitYearStart getActiveCount getActiveThreadCount
      getAlgorithm getAllowUserInteraction getArray(String) getArray(int) getAsyncMode getAttributes
      getAuthority getBigDecimal(String) getBigDecimal(int) getBigDecimal(int,int) getBlob(String)
      getBlob(int) getBlockSize getBoolean(String) getBoolean(int) getBuffer getByte(String) getByte(int)
      getBytes(String) getBytes(int) getCalendar getCause getCertificates getChannel
      getCharacterStream(String) getCharacterStream(int) getChecksum getClob(String) getClob(int)
      getCommonPoolParallelism getCompletedTaskCount getConnectTimeout getConnection getContent getContent()
      getContent(Class[]) getContentEncoding() getContentLength() getContentLengthLong() getContentType()
      getContextClassLoader getContinueExistingPeriodicTasksAfterShutdownPolicy getCorePoolSize getCurrency
      getDate() getDate(String) getDate(String,Calendar) getDate(int) getDate(int,Calendar)
      getDateFormatSymbols getDecimalFormatSymbols getDefaultPort getDefaultUseCaches getDelayedTaskCount
      getDoInput getDoOutput getDouble(String) getDouble(int) getEncoding getEntryName getErrorStream
      getException getExecuteExistingDelayedTasksAfterShutdownPolicy getExemptionMechanism getExpiration()
      getFD getFactory getFallbackLocale getFetchDirection() getFetchSize() getFile getFilePointer getFirst
      getFloat(String) getFloat(int) getFormats getFormatsByArgumentIndex getGeneratedKeys getGroupingSize
      getHeaderField(String) getHeaderField(int) getHeaderFieldDate(String,long) getHeaderFieldInt(String,int)
      getHeaderFieldKey(int) getHeaderFieldLong(String,long) getHeaderFields() getHoldCount getHost getIV
      getId getIfModifiedSince getInetAddress getInputStream getInputStream() getInstanceFollowRedirects
      getInt(String) getInt(int) getInterface getJarEntry getJarFile getJarFileURL getKeepAlive
      getKeepAliveTime getLargeMaxRows getLargeUpdateCount getLargestPoolSize getLast getLastModified()
      getLimits getLineNumber getLocalAddress getLocalPort getLocalSocketAddress getLocale getLocalizedMessage
      getLogger getLong(String) getLong(int) getLoopbackMode getMainAttributes getManifest
      getMaxAllowedKeyLength getMaxAllowedParameterSpec getMaxFieldSize getMaxRows getMaximumFractionDigits
      getMaximumIntegerDigits getMaximumPoolSize getMessage getMetaData() getMinimumFractionDigits
      getMinimumIntegerDigits getMoreResults getMultiplier getNCharacterStream(String)
      getNCharacterStream(int) getNClob(String) getNClob(int) getNString(String) getNString(int) getName
      getNegativePrefix getNegativeSuffix getNetworkInterface getNumberFormat getOOBInline getObject(String)
      getObject(String,Class) getObject(String,Map) getObject(int) getObject(int,Class) getObject(int,Map)
      getObjectInputFilter getOption getOrDefault getOutputSize getOutputStream getOutputStream()
      getParallelism getParameter getParameterMetaData getParameters getPath getPatterns getPermission
      getPoolSize getPort getPositivePrefix getPositiveSuffix getPriority getProperties getProperty
      getProtocol getProvider getQuery getQueryTimeout getQueue getQueueLength getQueuedSubmissionCount
      getQueuedTaskCount getReadTimeout getReceiveBufferSize getRef getRef(String) getRef(int)
      getRejectedExecutionHandler getRemaining getRemoteAddress getRemoteSocketAddress getRemoveOnCancelPolicy
      getRequestMethod getRequestProperties getRequestProperty getResultSetConcurrency getResultSetHoldability
      getResultSetType getReuseAddress getRoundingMode getRowId(String) getRowId(int) getRunningThreadCount
      getSQLXML(String) getSQLXML(int) getSecurityManager getSendBufferSize getShort(String) getShort(int)
      getSoLinger getSoTimeout getStackTrace getState getStealCount getString(String) getString(int)
      getSuppressed getTTL getTaskCount getTcpNoDelay getThreadFactory getThreadGroup getTime(String)
      getTime(String,Calendar) getTime(int) getTime(int,Calendar) getTimeToLive getTimeZone
      getTimestamp(String) getTimestamp(String,Calendar) getTimestamp(int) getTimestamp(int,Calendar)
      getTrafficClass getURL getURL(String) getURL(int) getUncaughtExceptionHandler getUpdateCount
      getUseCaches getUserInfo getWaitQueueLength getWarnings() getenv getenv(String) groupCount
      hasAnchoringBounds hasMatch hasMoreElements hasMoreTokens hasNext hasNextBigDecimal hasNextBigInteger
      hasNextBoolean hasNextByte hasNextDouble hasNextFloat hasNextInt hasNextLine hasNextLong hasNextShort
      hasPrevious hasQueuedSubmissions hasQueuedThread hasQueuedThreads hasTransparentBounds hasWaiters
      headMap headSet higher higherEntry higherKey hitEnd indexOf indexOfSubList ioException isAfterLast
      isAlive isBeforeFirst isBlocking isBound isCloseOnCompletion isClosed isConnected isConnectionPending
      isDaemon isDecimalSeparatorAlwaysShown isEmpty isFair isFirst isGroupingUsed isHeldByCurrentThread
      isInputShutdown isInterrupted isLast isLenient isLocked isOpen isOutputShutdown isParallel
      isParseBigDecimal isParseIntegerOnly isPoolable isQuiescent isRegistered isShutdown isSimpleIdentifier
      isStrict isTerminated isTerminating isVirtual isWrapperFor keySet keys last lastElement lastEntry
      lastIndexOf lastIndexOfSubList lastKey length locale lower lowerEntry lowerKey mark mark(int)
      markSupported match max min namedGroups needsDictionary needsInput needsReload nextIndex parallelStream
      pattern peek peekFirst peekLast previousIndex propertyNames provider radix ready regionEnd regionStart
      remainingCapacity requireEnd reversed rowDeleted rowInserted rowUpdated sameFile size spliterator stream
      stringPropertyNames subList subMap subSet supportedOptions tailMap tailSet threadId toArray toBundleName
      toByteArray toCharArray toExternalForm toLocalizedPattern toMatchResult toPattern toResourceName toURI
      unwrap usingProxy validOps values wasNull wasNull()`,
  },
  {
    reason:
      'makes or does something else: static, or of the system, of streams or of what an event is not about',
    members: `
      allMatch anyMatch arraycopy asLifoQueue asList binarySearch checkedCollection checkedList checkedMap
      checkedNavigableMap checkedNavigableSet checkedQueue checkedSet checkedSortedMap checkedSortedSet
      clearProperty close collect compare compareUnsigned console copyOf copyOfRange currentTimeMillis
      deepEquals deepHashCode deepToString distinct dropWhile emptyEnumeration emptyIterator emptyList
      emptyListIterator emptyMap emptyNavigableMap emptyNavigableSet emptySet emptySortedMap emptySortedSet
      entry enumeration exit filter findAny findFirst flatMap flatMapToDouble flatMapToInt flatMapToLong
      forEachOrdered gather gc identityHashCode inheritedChannel iterator limit lineSeparator list
      listIterator load loadLibrary map mapLibraryName mapMulti mapMultiToDouble mapMultiToInt mapMultiToLong
      mapToDouble mapToInt mapToLong mismatch nCopies nanoTime newSequencedSetFromMap newSetFromMap noneMatch
      onClose parallel reduce reverseOrder runFinalization sequential setErr setIn setOut setProperties
      setProperty setSecurityManager singleton singletonList singletonMap skip sorted synchronizedCollection
      synchronizedList synchronizedMap synchronizedNavigableMap synchronizedNavigableSet synchronizedSet
      synchronizedSortedMap synchronizedSortedSet takeWhile unmodifiableCollection unmodifiableList
      unmodifiableMap unmodifiableNavigableMap unmodifiableNavigableSet unmodifiableSequencedCollection
      unmodifiableSequencedMap unmodifiableSequencedSet unmodifiableSet unmodifiableSortedMap
      unmodifiableSortedSet unordered`,
  },
  {
    properties: 'SafeIterator SafeListIterator',
    reason:
      'as published: only what adds or removes elements is an update, and what the iterator does itself is none',
    members: 'add(Object) remove() replaceAll set sort',
  },
  {
    properties: 'SafeIterator SafeListIterator SafeMapIterator SafeHasNext Iterator_HasNext',
    reason: 'as published: next() alone is the use of an iterator',
    members: 'forEachRemaining',
  },
  {
    properties: 'SafeMapIterator',
    reason: 'as published: only what changes the map by the map is an update',
    members: `
      add addAll clear() remove() remove(Object) removeAll removeIf replace replaceAll retainAll set`,
  },
  {
    properties: 'SafeHasNext Iterator_HasNext',
    reason: 'takes no further element',
    members: 'remove',
  },
  {
    properties: 'Iterator_RemoveOnce ListIterator_Set',
    reason: 'the collection is told, not the iterator',
    members: `
      add(Object) add(int,Object) addAll addFirst addLast clear iterator remove(Object) remove(int) removeAll
      removeFirst removeIf removeLast replaceAll retainAll set set(int,Object) sort`,
  },
  {
    properties: 'ListIterator_hasNextPrevious',
    reason: 'moves in no direction, or asks itself',
    members: 'add forEachRemaining remove set',
  },
  {
    properties: 'ArrayDeque_UnsafeIterator NavigableSet_Modification',
    reason: 'what the iterator removes, it knows of',
    members: 'remove()',
  },
  {
    properties: 'SafeEnum',
    reason: 'changes no number of elements, or gives an iterator, which is no enumeration',
    members: `
      asIterator ensureCapacity iterator listIterator nextToken replaceAll set setElementAt sort trimToSize`,
  },
  {
    properties: 'NavigableMap_Modification',
    reason: 'changes a value, or a view by itself',
    members: `
      add addAll clear() remove() remove(Object) removeAll removeIf replace replaceAll retainAll`,
  },
  {
    properties: 'Collections_SynchronizedCollection Collections_SynchronizedMap',
    reason: 'locks by itself, or is asked of another object',
    members: `
      add addAll clear compute computeIfAbsent computeIfPresent copy fill merge pollFirstEntry pollLastEntry put
      putAll putFirst putIfAbsent putLast remove(Object) remove(Object,Object) removeAll removeIf replace
      replaceAll retainAll reverse rotate shuffle sort swap`,
  },
  {
    properties: 'Map_CollectionViewAdd',
    reason: 'adds nothing to a view',
    members: `
      clear compute computeIfAbsent computeIfPresent iterator merge pollFirstEntry pollLastEntry put putAll
      putFirst putIfAbsent putLast remove removeAll removeIf replace replaceAll retainAll`,
  },
  {
    properties: 'Collections_UnmodifiableUpdate',
    reason: 'changes nothing where the list is short or has no such element, so that nothing may fail',
    members: `
      addAll(Collection,Object[]) copy fill replaceAll(List,Object,Object) reverse rotate shuffle swap`,
  },
  {
    properties: 'Arrays_AsListResize',
    reason: 'keeps the size',
    members: `
      copy fill parallelPrefix parallelSetAll parallelSort replaceAll reverse rotate set setAll shuffle sort
      swap`,
  },
  {
    properties: 'Arrays_AsListResize',
    reason: 'removes only what is there, so that nothing may fail',
    members: 'remove(Object) removeAll removeIf retainAll',
  },
  {
    properties: 'Collections_NewSetFromMap',
    reason: 'is asked of another object',
    members: 'addAll copy fill replaceAll(List,Object,Object) reverse rotate shuffle sort swap',
  },
  {
    properties: 'Collections_SortBeforeBinarySearch',
    reason: 'keeps the order of those that stay',
    members: `
      clear elements ensureCapacity poll remove removeAll removeAllElements removeElement removeElementAt
      removeFirst removeIf removeLast retainAll setSize trimToSize`,
  },
  {
    properties: 'Collections_SortBeforeBinarySearch',
    reason: 'at an index, which may be where it keeps the order; or all elements are the same',
    members: 'add(int,Object) addAll(int,Collection) addFirst fill insertElementAt',
  },
  {
    properties: 'Arrays_SortBeforeBinarySearch',
    reason: 'arrays of numbers have one order alone',
    members: `
      binarySearch(byte[],byte) binarySearch(byte[],int,int,byte) binarySearch(char[],char)
      binarySearch(char[],int,int,char) binarySearch(double[],double) binarySearch(double[],int,int,double)
      binarySearch(float[],float) binarySearch(float[],int,int,float) binarySearch(int[],int)
      binarySearch(int[],int,int,int) binarySearch(long[],int,int,long) binarySearch(long[],long)
      binarySearch(short[],int,int,short) binarySearch(short[],short) parallelSort(byte[])
      parallelSort(byte[],int,int) parallelSort(char[]) parallelSort(char[],int,int) parallelSort(double[])
      parallelSort(double[],int,int) parallelSort(float[]) parallelSort(float[],int,int) parallelSort(int[])
      parallelSort(int[],int,int) parallelSort(long[]) parallelSort(long[],int,int) parallelSort(short[])
      parallelSort(short[],int,int) sort(byte[]) sort(byte[],int,int) sort(char[]) sort(char[],int,int)
      sort(double[]) sort(double[],int,int) sort(float[]) sort(float[],int,int) sort(int[])
      sort(int[],int,int) sort(long[]) sort(long[],int,int) sort(short[]) sort(short[],int,int)`,
  },
  {
    properties: 'Arrays_SortBeforeBinarySearch',
    reason: 'stores into an array, which are no events',
    members: 'fill parallelPrefix parallelSetAll setAll',
  },
  {
    properties: 'Deque_OfferRatherThanAdd',
    reason: 'waits, says whether there is room, takes several elements, or removes',
    members: `
      addAll clear drainTo iterator new_LinkedBlockingDeque() new_LinkedBlockingDeque(Collection)
      new_LinkedBlockingQueue() new_LinkedBlockingQueue(Collection) offer offerFirst offerLast poll pollFirst
      pollLast pop put putFirst putLast remove removeAll removeFirst removeFirstOccurrence removeIf removeLast
      removeLastOccurrence retainAll take takeFirst takeLast`,
  },
  {
    properties: 'Stream_UseOnce',
    reason: 'no operation of the stream: it may be told after it, or returns the stream itself',
    members: 'close onClose parallel sequential unordered',
  },
  {
    properties: 'Optional_GetWithoutCheck',
    reason: 'goes well without a value, or says that it may not',
    members: 'filter flatMap ifPresent ifPresentOrElse map or orElse orElseGet orElseThrow',
  },
  {
    properties: 'ServiceLoaderIterator_Remove',
    reason: 'removes nothing',
    members: 'findFirst forEachRemaining next reload',
  },
  {
    properties: 'ResourceBundleControl_MutateFormatList',
    reason: 'changes no list',
    members: 'iterator listIterator newBundle',
  },
  {
    properties: `
      InputStream_ManipulateAfterClose OutputStream_ManipulateAfterClose Reader_ManipulateAfterClose
      Writer_ManipulateAfterClose`,
    reason: 'the close() of what is in memory, which does nothing',
    members: 'close()',
  },
  {
    properties: `
      InputStream_ManipulateAfterClose OutputStream_ManipulateAfterClose Reader_ManipulateAfterClose
      Writer_ManipulateAfterClose`,
    reason: 'reads or writes nothing itself, or what is left to write is nothing',
    members: `
      checkError connect defaultReadObject defaultWriteObject finish flush putFields registerValidation reset
      setComment setLevel setLineNumber setMethod setObjectInputFilter useProtocolVersion`,
  },
  {
    properties: 'Channel_ManipulateAfterClose',
    reason: 'connects, registers or sets up; reads and writes nothing',
    members: `
      accept bind configureBlocking connect disconnect finishConnect join keyFor register setOption
      shutdownInput shutdownOutput socket`,
  },
  {
    properties: 'Scanner_SearchAfterClose',
    reason: 'sets it up, or is never supported',
    members: 'remove reset useDelimiter useLocale useRadix',
  },
  {
    properties: 'Scanner_ManipulateAfterClose',
    reason:
      'the scanner itself, which Scanner_SearchAfterClose is about; or of a scanner whose source nobody else has',
    members: `
      findAll findInLine findWithinHorizon forEachRemaining new_Scanner(File) new_Scanner(File,Charset)
      new_Scanner(File,String) new_Scanner(Path) new_Scanner(Path,Charset) new_Scanner(Path,String)
      new_Scanner(String) next nextBigDecimal nextBigInteger nextBoolean nextByte nextDouble nextFloat nextInt
      nextLine nextLong nextShort remove reset skip(Pattern) skip(String) tokens useDelimiter useLocale
      useRadix`,
  },
  {
    properties: 'Scanner_ManipulateAfterClose',
    reason: 'reads nothing of the source, or of a channel, what is no reading of bytes in order',
    members: `
      bind close() configureBlocking connect defaultReadObject disconnect finishConnect force join keyFor lock
      map position receive register registerValidation send setLineNumber setObjectInputFilter setOption
      shutdownInput shutdownOutput socket transferFrom transferTo(long,long,WritableByteChannel) truncate
      tryLock unread write`,
  },
  {
    properties: 'InputStream_MarkReset Reader_MarkReset InputStream_UnmarkedReset Reader_UnmarkedReset',
    reason: 'does not go back',
    members: `
      close connect defaultReadObject lines read readAllAsString readAllBytes readAllLines readBoolean
      readByte readChar readDouble readFields readFloat readFully readInt readLine readLong readNBytes
      readObject readShort readUTF readUnshared readUnsignedByte readUnsignedShort registerValidation reset()
      setLineNumber setObjectInputFilter skip skipBytes skipNBytes transferTo unread`,
  },
  {
    properties: 'ByteArrayOutputStream_FlushBeforeRetrieve',
    reason: 'a stream that keeps nothing back, or does with what no event knows',
    members: `
      aliases append(CharSequence) append(CharSequence,int,int) append(char) checkError clear close()
      closeEntry compute computeIfAbsent computeIfPresent connect containsAlias createImageInputStream
      createImageOutputStream defaultWriteObject deleteEntry elements entryInstanceOf finish() flush()
      format(Locale,String,Object[]) format(String,Object[]) getCacheDirectory getCertificate
      getCertificateAlias getCertificateChain getCreationDate getEntries getEntry getErrorManager
      getExceptionListener getFilter getFormatter getImageReader getImageReaders getImageReadersByFormatName
      getImageReadersByMIMEType getImageReadersBySuffix getImageTranscoders getImageWriter getImageWriters
      getImageWritersByFormatName getImageWritersByMIMEType getImageWritersBySuffix getKey getLevel
      getMessageDigest getOwner getPersistenceDelegate getReaderFileSuffixes getReaderFormatNames
      getReaderMIMETypes getSystemId getType getUseCache getWriter getWriterFileSuffixes
      getWriterFormatNames getWriterMIMETypes isCertificateEntry isKeyEntry isLoggable isPropertySupported
      loadFromXML merge newChannel(InputStream) newInputStream newLine newOutputStream newReader newWriter
      new_Formatter() new_StreamHandler() new_StreamResult() on out print(Object) print(String)
      print(boolean) print(char) print(char[]) print(double) print(float) print(int) print(long)
      printf(Locale,String,Object[]) printf(String,Object[]) println() println(Object) println(String)
      println(boolean) println(char) println(char[]) println(double) println(float) println(int)
      println(long) publish put putAll putFields putIfAbsent putNextEntry read remove replace replaceAll
      reset scanForPlugins setCacheDirectory setCertificateEntry setComment setEncoding setEntry
      setErrorManager setExceptionListener setFilter setFormatter setKeyEntry setLevel setMessageDigest
      setMethod setOwner setPersistenceDelegate setSystemId setUseCache store(LoadStoreParameter)
      useProtocolVersion write(RenderedImage,String,File) write(RenderedImage,String,ImageOutputStream)
      writeExpression writeObject(Object) writeStatement`,
  },
  {
    properties: 'PushbackInputStream_UnreadAheadLimit',
    reason: 'closes, or is of other streams',
    members: `
      close connect defaultReadObject readBoolean readByte readChar readDouble readFields readFloat readFully
      readInt readLine readLong readObject readShort readUTF readUnshared readUnsignedByte readUnsignedShort
      registerValidation reset setLineNumber setObjectInputFilter skipBytes`,
  },
  {
    properties: 'PushbackInputStream_UnreadAheadLimit',
    reason: 'of other streams, or with another result in them',
    members: `
      read() read(byte[]) read(byte[],int,int) readAllBytes() readNBytes(byte[],int,int) readNBytes(int)
      skip(long) skipNBytes(long) transferTo(OutputStream)`,
  },
  {
    properties: 'PipedInputStream_UnconnectedRead PipedOutputStream_UnconnectedWrite',
    reason: 'connected from the beginning, of other streams, or nothing that needs a connection',
    members: `
      append checkError close defaultReadObject defaultWriteObject flush format new_PipedInputStream()
      new_PipedInputStream(PipedOutputStream) new_PipedInputStream(PipedOutputStream,int)
      new_PipedInputStream(int) new_PipedOutputStream() new_PipedOutputStream(PipedInputStream) print printf
      println putFields read read() read(byte[]) read(byte[],int,int) readAllBytes readAllBytes() readBoolean
      readByte readChar readDouble readFields readFloat readFully readInt readLine readLong readNBytes
      readNBytes(byte[],int,int) readNBytes(int) readObject readShort readUTF readUnshared readUnsignedByte
      readUnsignedShort registerValidation reset setLineNumber setObjectInputFilter skip skip(long) skipBytes
      skipNBytes skipNBytes(long) transferTo transferTo(OutputStream) unread useProtocolVersion write
      write(byte[]) write(byte[],int,int) write(int) writeBoolean writeByte writeBytes writeChar writeChars
      writeDouble writeFields writeFloat writeInt writeLong writeObject writeShort writeTo writeUTF
      writeUnshared`,
  },
  {
    properties: 'Properties_ManipulateAfterLoad',
    reason: 'reads nothing of the stream',
    members: `
      clear close compute computeIfAbsent computeIfPresent connect defaultReadObject elements list load merge
      put putAll putIfAbsent registerValidation remove replace replaceAll save setLineNumber
      setObjectInputFilter setProperty store storeToXML unread`,
  },
  {
    properties: 'Inflater_UseAfterEnd',
    reason: 'only notes a setting, which nothing is done with',
    members: 'finish setLevel setStrategy',
  },
  {
    properties: 'Closeable_MultipleClose Closeable_MeaninglessClose',
    reason: 'closes nothing, or has something to close',
    members: `
      append checkError close() connect defaultReadObject defaultWriteObject flush format lines newLine print
      printf println putFields read readAllAsString readAllBytes readAllLines readBoolean readByte readChar
      readDouble readFields readFloat readFully readInt readLine readLong readNBytes readObject readShort
      readUTF readUnshared readUnsignedByte readUnsignedShort registerValidation reset seek setLength
      setLineNumber setObjectInputFilter skip skipBytes skipNBytes transferTo unread useProtocolVersion write
      writeBoolean writeByte writeBytes writeChar writeChars writeDouble writeFields writeFloat writeInt
      writeLong writeObject writeShort writeTo writeUTF writeUnshared`,
  },
  {
    properties: `
      Socket_InputStreamUnavailable Socket_OutputStreamUnavailable Socket_ReuseSocket Socket_CloseInput
      Socket_CloseOutput Socket_ReuseAddress ServerSocket_ReuseAddress ServerSocket_AcceptAfterClose`,
    reason: 'another setting of a socket, its other direction, or a method of another kind of stream',
    members: `
      accept append bind checkError close close() connect defaultReadObject defaultWriteObject flush format
      new_ServerSocket() new_Socket() new_Socket(Proxy) print printf println putFields registerValidation
      reset sendUrgentData setKeepAlive setLineNumber setOOBInline setObjectInputFilter setOption
      setPerformancePreferences setReceiveBufferSize setReuseAddress setSendBufferSize setSoLinger
      setSoTimeout setSocketFactory setSocketImplFactory setTcpNoDelay setTrafficClass shutdownInput
      shutdownOutput unread useProtocolVersion writeBoolean writeByte writeBytes writeChar writeChars
      writeDouble writeFields writeFloat writeInt writeLong writeObject writeShort writeTo writeUTF
      writeUnshared`,
  },
  {
    properties: 'DatagramSocket_ManipulateAfterClose',
    reason: 'does nothing on a closed socket, or is deprecated for what is an event',
    members: 'connect disconnect setLoopbackMode setTTL',
  },
  {
    properties: `
      URLConnection_SetBeforeConnect HttpURLConnection_SetBeforeConnect URLConnection_Connect`,
    reason: 'a setting of the other property, or of any time; connects nothing',
    members: `
      addRequestProperty connect() disconnect setAllowUserInteraction setAuthenticator setChunkedStreamingMode
      setConnectTimeout setDefaultUseCaches setDoInput setDoOutput setFixedLengthStreamingMode
      setIfModifiedSince setInstanceFollowRedirects setReadTimeout setRequestMethod setRequestProperty
      setUseCaches`,
  },
  {
    properties: 'URL_SetURLStreamHandlerFactory',
    reason: 'sets no factory',
    members: 'new_URL of openConnection openStream',
  },
  {
    properties: `
      Thread_StartOnce Thread_SetDaemonBeforeStart Thread_RunCalledDirectly ShutdownHook_PrematureStart
      ShutdownHook_SystemExit`,
    reason: 'another use of a thread or of the system',
    members: `
      arraycopy checkAccess clearProperty console currentTimeMillis exec exit freeMemory gc halt
      identityHashCode inheritedChannel interrupt join lineSeparator load loadLibrary mapLibraryName maxMemory
      nanoTime run runFinalization setContextClassLoader setDaemon setErr setIn setName setOut setPriority
      setProperties setProperty setSecurityManager setUncaughtExceptionHandler start stop totalMemory`,
  },
  {
    properties: 'Thread_StartOnce Thread_SetDaemonBeforeStart',
    reason: 'static or a constructor, and starts no thread',
    members: `
      activeCount currentThread dumpStack enumerate getAllStackTraces getDefaultUncaughtExceptionHandler holdsLock
      interrupted new_Thread ofPlatform ofVirtual onSpinWait setDefaultUncaughtExceptionHandler sleep yield`,
  },
  {
    properties: 'ExecutorService_SubmitAfterShutdown',
    reason: 'gives it no task',
    members: `
      allowCoreThreadTimeOut awaitQuiescence awaitTermination cancelDelayedTasksOnShutdown managedBlock
      new_ForkJoinPool prestartAllCoreThreads prestartCoreThread purge remove
      setContinueExistingPeriodicTasksAfterShutdownPolicy setCorePoolSize
      setExecuteExistingDelayedTasksAfterShutdownPolicy setKeepAliveTime setMaximumPoolSize setParallelism
      setRejectedExecutionHandler setRemoveOnCancelPolicy setThreadFactory`,
  },
  {
    properties: 'Timer_ScheduleAfterCancel Lock_UnlockUnowned StringTokenizer_HasMoreElements',
    reason: 'no event of its own: it schedules, locks or takes nothing',
    members: 'asIterator newCondition purge',
  },
  {
    properties: 'SimpleDateFormat_ThreadSafe',
    reason: 'a format that is no date format',
    members: `
      applyLocalizedPattern(String) applyPattern(String) format(List) format(Object)
      format(Object,StringBuffer,FieldPosition) format(Object[],StringBuffer,FieldPosition) format(double)
      format(double,StringBuffer,FieldPosition) format(long) format(long,StringBuffer,FieldPosition)
      formatToCharacterIterator(Object) parse(String) parse(String,ParsePosition) parseObject(String)
      parseObject(String,ParsePosition) setChoices setCurrency setDecimalFormatSymbols
      setDecimalSeparatorAlwaysShown setFormat setFormatByArgumentIndex setFormats setFormatsByArgumentIndex
      setGroupingSize setGroupingUsed setLocale setMaximumFractionDigits setMaximumIntegerDigits
      setMinimumFractionDigits setMinimumIntegerDigits setMultiplier setNegativePrefix setNegativeSuffix
      setParseBigDecimal setParseIntegerOnly setPositivePrefix setPositiveSuffix setRoundingMode setStrict`,
  },
  {
    properties: 'Matcher_GroupBeforeMatch',
    reason: 'keeps the match, or needs none',
    members: `
      appendTail asMatchPredicate asPredicate split splitAsStream splitWithDelimiters useAnchoringBounds
      useTransparentBounds`,
  },
  {
    properties: 'Throwable_InitCauseOnce',
    reason: 'sets no cause, or is a constructor that leaves it open',
    members: `
      addSuppressed constantName enumType fillInStackTrace getAuthorityName getCertPath getDataSize
      getErrorCode getExtensions getFailedProperties getIndex getInvalidityDate getLargeUpdateCounts
      getNextException getNextWarning getRead getReason getRevocationDate getRevocationReason getSQLState
      getTargetException getTransferSize getURIReference getUndeclaredThrowable getUpdateCounts
      new_SQLException(String,String) new_SQLException(String,String,int)
      new_URIReferenceException(String,Throwable,URIReference) printStackTrace setNextException
      setNextWarning setStackTrace typeName`,
  },
  {
    properties: 'Signature_InitBeforeUse',
    reason: 'may come before the initialization',
    members: 'setParameter',
  },
  {
    properties: 'ResultSet_ManipulateAfterClose Statement_ReexecuteWhileReading',
    reason: 'of the statement, or writes to rows and settings of the result set',
    members: `
      addBatch cancel cancelRowUpdates clearBatch clearParameters clearWarnings close closeOnCompletion
      deleteRow execute executeBatch executeLargeBatch executeLargeUpdate executeUpdate findColumn insertRow
      moveToCurrentRow moveToInsertRow refreshRow registerOutParameter setArray setAsciiStream setBigDecimal
      setBinaryStream setBlob setBoolean setByte setBytes setCharacterStream setClob setCursorName setDate
      setDouble setEscapeProcessing setFetchDirection setFetchSize setFloat setInt setLargeMaxRows setLong
      setMaxFieldSize setMaxRows setNCharacterStream setNClob setNString setNull setObject setPoolable
      setQueryTimeout setRef setRowId setSQLXML setShort setString setTime setTimestamp setURL
      setUnicodeStream updateArray updateAsciiStream updateBigDecimal updateBinaryStream updateBlob
      updateBoolean updateByte updateBytes updateCharacterStream updateClob updateDate updateDouble
      updateFloat updateInt updateLong updateNCharacterStream updateNClob updateNString updateNull
      updateObject updateRef updateRow updateRowId updateSQLXML updateShort updateString updateTime
      updateTimestamp`,
  },
];
