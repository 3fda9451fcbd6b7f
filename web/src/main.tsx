/**
 * Starts the app in steps. A browser runs a file and all it imports in one task, which blocks a phone for 200 ms. So each
 * step has its own file (`chunk-groups.ts`), which runs when the one before is done. The page asks for all of them at
 * once (`start-steps.ts`).
 */
import './app/theme/fonts.css';
import 'react-dom/client';

await import('./lib/session/session.ts');
await import('./app/theme/styled.tsx');
await import('./app/start-app.tsx');
