import type { Installed } from '../package/install.js';
import type { Service, Told } from './stories/world.js';

/** The files that a runtime runs. */
export interface Program {
  /** A project that has installed the tarball. */
  readonly consumer: string;
  /** The stories: an ES module in that project, which imports the package by its name. */
  readonly stories: string;
}

/** Where the stories are told. */
export interface Runtime {
  readonly name: string;
  /** Whether it sends a request again by itself when a used connection ends without an answer. */
  readonly resends: boolean;
  /** Whether it is a page, which can have a Content-Security-Policy. */
  readonly isPage?: boolean;
  /** Installs what it needs. */
  prepare(): Promise<Installed>;
  /** @param folder what `prepare` has installed */
  tell(folder: string, program: Program, service: Service): Promise<readonly Told[]>;
}
