import { Semaphore } from '../../../base/semaphore.js';

interface RequestOptions {
  /** The account whose request it is. */
  readonly lane: string;
  readonly signal: AbortSignal;
}

/** The slots that the copies of a client share. An upload also needs one of those for uploads, since it can take an hour. */
export class Slots extends Semaphore {
  readonly uploads: Semaphore;

  constructor(limit: number) {
    super(limit);
    this.uploads = new Semaphore(limit);
  }

  /** Runs an upload. In `run` it counts apart, so that a request has its turn however many uploads of its account are sent. */
  runUpload<Result>(task: () => Promise<Result>, { lane, signal }: RequestOptions): Promise<Result> {
    const send = () => this.run(task, { lane: `upload ${lane}`, signal });
    return this.uploads.run(send, { lane, signal });
  }
}
