import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { say } from './say.ts';

/** A path that nothing stands at: home, and a word about it (shell.md D16). */
export function UnknownPath() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    say('info', `Page not found: ${pathname.slice(0, 80)}`);
    void navigate('/profile/dashboard', { replace: true });
  }, [pathname, navigate]);
  return null;
}
