import './tokens.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
createRoot(root).render(<App />);
