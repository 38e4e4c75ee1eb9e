// What the example of Testcontainers uses of it. The package is not installed.
declare module 'testcontainers' {
  interface WaitStrategy {
    waitUntilReady(...parts: never[]): Promise<void>;
  }
  interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
  export const Wait: { forHealthCheck(): WaitStrategy };
  export class GenericContainer {
    constructor(image: string);
    withCopyContentToContainer(content: { content: string; target: string }[]): this;
    withCommand(command: string[]): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
    start(): Promise<StartedTestContainer>;
  }
}
