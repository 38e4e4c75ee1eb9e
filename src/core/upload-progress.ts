/** How far an upload has come. */
export interface UploadProgress {
  /** From 0 to 1; 1 exactly once, when the service has answered. 0 until then where the size is not known. */
  readonly percent: number;
  /** Bytes of the file that have gone. */
  readonly transferredBytes: number;
  /** Bytes of the file; undefined for a stream. */
  readonly totalBytes: number | undefined;
}

const SHORTEST_INTERVAL = 50;

/** Tells the progress of one upload at most every 50 ms, and its end exactly once. */
export class ProgressReport {
  readonly #tell: (progress: UploadProgress) => void;
  readonly #totalBytes: number | undefined;
  #transferredBytes = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: (progress: UploadProgress) => void, totalBytes: number | undefined) {
    this.#tell = tell;
    this.#totalBytes = totalBytes;
  }

  transferred(bytes: number): void {
    this.#transferredBytes = bytes;
    const now = performance.now();
    if (now - this.#toldAt < SHORTEST_INTERVAL || bytes === this.#totalBytes) return;
    this.#toldAt = now;
    this.#report(this.#totalBytes === undefined ? 0 : bytes / this.#totalBytes);
  }

  finished(): void {
    this.#transferredBytes = this.#totalBytes ?? this.#transferredBytes;
    this.#report(1);
  }

  #report(percent: number): void {
    try {
      this.#tell({ percent, transferredBytes: this.#transferredBytes, totalBytes: this.#totalBytes });
    } catch {
      // an observer must not decide over the upload that it watches
    }
  }
}
