// The page's side of the small work: begun when the server asks for it, told of when it takes longer than a second.
import { notice } from '@aangan/web/ui/notices.tsx';
import { useEffect, useRef, useState } from 'react';
import { type Solved, solveProof } from './solve-proof.web.ts';

const SILENT_MS = 1000;
/** The phone may change its network meanwhile, and the work is of one address; then it is done anew. */
const MOST_ROUNDS = 3;

interface ProofState {
  proof: Solved | null;
  working: boolean;
  /** Longer than a second: time for a word. */
  slow: boolean;
  begin: () => void;
}

export function useProof(submission: { fid: number; submissionId: string }): ProofState {
  const { fid, submissionId } = submission;
  const [proof, setProof] = useState<Solved | null>(null);
  const [working, setWorking] = useState(false);
  const [slow, setSlow] = useState(false);
  const rounds = useRef(0);
  useEffect(() => {
    if (!working) return;
    const leaving = new AbortController();
    const words = setTimeout(() => setSlow(true), SILENT_MS);
    solveProof({ fid, submissionId }, leaving.signal)
      .then(setProof)
      .catch((error: unknown) => leaving.signal.aborted || notice.error(error))
      .finally(() => {
        if (leaving.signal.aborted) return;
        setWorking(false);
        setSlow(false);
      });
    return () => {
      clearTimeout(words);
      leaving.abort();
    };
  }, [working, fid, submissionId]);
  const begin = () => {
    rounds.current += 1;
    if (rounds.current <= MOST_ROUNDS) setWorking(true);
  };
  return { proof, working, slow, begin };
}
