import './tokens.css';
import './base.css';
import './utilities.css';
import { createRoot } from 'react-dom/client';
import { App, loadPage, loadWhatIsPointedAt } from './App.tsx';
import { applyColors } from './kit/preferences.tsx';
import { loadTexts } from './texts/texts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
applyColors();
loadWhatIsPointedAt();
// The document asks for the page's files together with this one. An await would never end: these files wait
// for this one.
Promise.all([loadTexts(), loadPage(location.pathname)]).then(() => createRoot(root).render(<App />));
