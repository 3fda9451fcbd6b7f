import { BrowserRouter } from 'react-router-dom';
import { APP_BASE } from '../lib/paths.ts';
import { AppRoutes } from './routes.tsx';
import { Styled } from './theme/styled.tsx';

export function App() {
  return (
    <Styled>
      <BrowserRouter basename={APP_BASE}>
        <AppRoutes />
      </BrowserRouter>
    </Styled>
  );
}
