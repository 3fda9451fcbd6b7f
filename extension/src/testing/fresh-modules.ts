/** Files share a worker. Our modules, and the polyfill that wraps the browser of a test, each file has for itself. */
import { vi } from 'vitest';

vi.resetModules();
