import { toApiError } from '@aangan/web/api/api-error.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetSession, signOut } from '../session.ts';

export interface Leave {
  asking: boolean;
  running: boolean;
  /** Text of a sign-out that failed. */
  problem: string | null;
  ask: () => void;
  no: () => void;
  yes: () => void;
  /** Signs out on this device only, after the server failed. */
  here: () => void;
}

/** The way out: a question, the server, then Login (specification 4, 5, 8). */
export function useLeave(): Leave {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const go = () => {
    setAsking(false);
    setProblem(null);
    void navigate('/login', { replace: true });
  };
  return {
    asking,
    running,
    problem,
    ask: () => setAsking(true),
    no: () => {
      setAsking(false);
      setProblem(null);
    },
    yes: () => {
      setRunning(true);
      signOut()
        .then(go)
        .catch((error: unknown) => {
          setAsking(false);
          setProblem(toApiError(error).message);
        })
        .finally(() => setRunning(false));
    },
    here: () => {
      forgetSession('logout');
      go();
    },
  };
}
