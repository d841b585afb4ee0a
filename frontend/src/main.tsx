import '@mantine/core/styles.layer.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { reloadWhenOutdated } from './app/newVersion';

reloadWhenOutdated();

const root = document.getElementById('root');
if (root === null) {
  throw new Error('The page has no #root');
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
