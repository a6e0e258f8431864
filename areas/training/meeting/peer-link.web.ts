// One connection to one other person of the room. It is made with a place for sound and one for a picture; switching a camera or
// sharing a screen only changes what goes there, so that nothing is agreed on anew.
import { newId } from '@aangan/web/api/new-id.ts';
import { begins, judge, type Message, type Picture } from './negotiation.ts';

/** Not connected so long after its beginning: tried anew. */
const PATIENCE_MS = 15_000;
/** Interrupted for so long: another way through the network is looked for. */
const INTERRUPTED_MS = 5_000;
/** After so many tries without success the tile says so. */
const TRIES = 2;

export interface Sending {
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
  picture: Picture;
}

interface Ways {
  own: string;
  other: string;
  ice: readonly RTCIceServer[];
  sends: boolean;
  sending: () => Sending;
  send: (message: Message) => void;
  changed: () => void;
}

export class PeerLink {
  readonly stream = new MediaStream();
  state: 'connecting' | 'connected' | 'lost' = 'connecting';
  private readonly ways: Ways;
  private pc: RTCPeerConnection | null = null;
  private run: string | null = null;
  private makingOffer = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(ways: Ways) {
    this.ways = ways;
    if (this.first) this.open(newId());
    else this.wait();
  }

  private get first(): boolean {
    return begins(this.ways.own, this.ways.other);
  }

  private open(run: string): RTCPeerConnection {
    this.shut();
    const pc = new RTCPeerConnection({ iceServers: [...this.ways.ice] });
    this.pc = pc;
    this.run = run;
    pc.onicecandidate = ({ candidate }) => {
      if (candidate?.candidate)
        this.ways.send({
          run,
          candidate: {
            candidate: candidate.candidate,
            sdpMid: candidate.sdpMid,
            sdpMLineIndex: candidate.sdpMLineIndex,
          },
        });
    };
    pc.ontrack = ({ track }) => {
      for (const old of this.stream.getTracks()) if (old.kind === track.kind) this.stream.removeTrack(old);
      this.stream.addTrack(track);
      this.ways.changed();
    };
    pc.onconnectionstatechange = () => {
      if (this.pc === pc) this.follow(pc);
    };
    pc.onnegotiationneeded = () => {
      if (this.pc === pc && (this.first || pc.remoteDescription)) void this.offer(pc, run);
    };
    if (this.first) {
      const direction = this.ways.sends ? 'sendrecv' : 'recvonly';
      pc.addTransceiver('audio', { direction });
      pc.addTransceiver('video', { direction });
      void this.apply();
    }
    this.wait();
    return pc;
  }

  private async offer(pc: RTCPeerConnection, run: string): Promise<void> {
    try {
      this.makingOffer = true;
      await pc.setLocalDescription();
      if (pc.localDescription?.type === 'offer')
        this.ways.send({ run, type: 'offer', sdp: pc.localDescription.sdp });
    } catch {
      // Closed meanwhile; the next run makes its own.
    } finally {
      this.makingOffer = false;
    }
  }

  /** What came is worked off one by one, in its order. */
  take(message: Message): void {
    this.queue = this.queue.then(() => this.handle(message)).catch(() => undefined);
  }

  private async handle(message: Message): Promise<void> {
    const { run, makingOffer } = this;
    const stable = this.pc?.signalingState === 'stable';
    const what = judge(message, { run, begins: this.first, makingOffer, stable });
    if (what === 'drop') return;
    if (what === 'anew') {
      this.open(newId());
      return;
    }
    const pc = what === 'open' && 'run' in message ? this.open(message.run) : this.pc;
    if (!pc) return;
    if ('candidate' in message) await pc.addIceCandidate(message.candidate);
    if (!('type' in message)) return;
    await pc.setRemoteDescription({ type: message.type, sdp: message.sdp });
    if (message.type !== 'offer') return;
    if (this.ways.sends) for (const one of pc.getTransceivers()) one.direction = 'sendrecv';
    await this.apply();
    await pc.setLocalDescription();
    if (pc.localDescription)
      this.ways.send({ run: message.run, type: 'answer', sdp: pc.localDescription.sdp });
  }

  /** Sends what the own devices give now. */
  async apply(): Promise<void> {
    if (!this.pc || !this.ways.sends) return;
    const { audio, video, picture } = this.ways.sending();
    for (const { sender, receiver } of this.pc.getTransceivers()) {
      await sender.replaceTrack(receiver.track.kind === 'audio' ? audio : video);
      const [encoding, ...more] = sender.getParameters().encodings;
      if (receiver.track.kind !== 'video' || !encoding) continue;
      const parameters = sender.getParameters();
      parameters.encodings = [
        { ...encoding, maxBitrate: picture.bitrate, maxFramerate: picture.frames },
        ...more,
      ];
      await sender.setParameters(parameters).catch(() => undefined);
    }
  }

  private follow(pc: RTCPeerConnection): void {
    clearTimeout(this.timer);
    if (pc.connectionState === 'connected') {
      this.tries = 0;
      this.state = 'connected';
    } else if (pc.connectionState === 'disconnected') {
      this.state = 'connecting';
      this.timer = setTimeout(() => {
        pc.restartIce();
        this.wait();
      }, INTERRUPTED_MS);
    } else if (pc.connectionState === 'failed') {
      this.again();
      return;
    } else this.wait();
    this.ways.changed();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.again(), PATIENCE_MS);
  }

  private again(): void {
    this.tries += 1;
    this.state = this.tries >= TRIES ? 'lost' : 'connecting';
    if (this.first) this.open(newId());
    else {
      this.ways.send({ again: true });
      this.wait();
    }
    this.ways.changed();
  }

  private shut(): void {
    clearTimeout(this.timer);
    if (!this.pc) return;
    this.pc.onconnectionstatechange = null;
    this.pc.close();
    this.pc = null;
    this.run = null;
  }

  close(): void {
    this.shut();
  }
}
