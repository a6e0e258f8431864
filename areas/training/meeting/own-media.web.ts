// The own camera, microphone and screen. A camera that is off is really off: its light goes out.
import type { Picture } from './negotiation.ts';

export type Trouble = 'refused' | 'none' | 'busy' | 'insecure';

/** Why a device gives nothing, from what the browser says. */
export function troubleOf(error: unknown): Trouble {
  if (!navigator.mediaDevices) return 'insecure';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'refused';
}

export const troubleWords: Readonly<Record<Trouble, string>> = {
  refused: 'The browser does not let this page use it. Allow it beside the address, then switch it on again.',
  none: 'No such device was found.',
  busy: 'Another program uses it. Close that one, then switch it on again.',
  insecure: 'This page was opened without https, so the browser gives no camera and no microphone.',
};

export class OwnMedia {
  audio: MediaStreamTrack | null = null;
  camera: MediaStreamTrack | null = null;
  screen: MediaStreamTrack | null = null;
  trouble: { mic?: Trouble; cam?: Trouble } = {};
  private readonly chosen: { mic: string | null; cam: string | null } = { mic: null, cam: null };
  private readonly listeners = new Set<() => void>();
  private closed = false;

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  get mic(): boolean {
    return this.audio?.enabled === true;
  }
  /** What the others see: a shared screen goes before the camera. */
  get video(): MediaStreamTrack | null {
    return this.screen ?? this.camera;
  }

  /** Muted, the microphone stays open: switching it on again takes no time. */
  async setMic(on: boolean): Promise<void> {
    if (this.audio) this.audio.enabled = on;
    else if (on) await this.openMic();
    this.changed();
  }

  private async openMic(): Promise<void> {
    const deviceId = this.chosen.mic === null ? {} : { deviceId: this.chosen.mic };
    const audio = { echoCancellation: true, noiseSuppression: true, ...deviceId };
    this.audio = await this.open('mic', async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      return stream.getAudioTracks()[0] ?? null;
    });
  }

  async setCamera(on: boolean, picture: Picture): Promise<void> {
    this.camera?.stop();
    this.camera = null;
    if (on) {
      const { width, height, frames } = picture;
      const deviceId = this.chosen.cam === null ? {} : { deviceId: this.chosen.cam };
      const video = {
        width: { ideal: width },
        height: { ideal: height },
        frameRate: { max: frames },
        ...deviceId,
      };
      this.camera = await this.open('cam', async () => {
        const stream = await navigator.mediaDevices.getUserMedia({ video });
        return stream.getVideoTracks()[0] ?? null;
      });
      // Pulled out, or taken away in the browser.
      this.camera?.addEventListener('ended', () => void this.setCamera(false, picture));
    }
    this.changed();
  }

  private async open(
    what: 'mic' | 'cam',
    ask: () => Promise<MediaStreamTrack | null>,
  ): Promise<MediaStreamTrack | null> {
    try {
      const track = await ask();
      delete this.trouble[what];
      if (!this.closed) return track;
      // The page was left while the browser still asked.
      track?.stop();
    } catch (error) {
      this.trouble = { ...this.trouble, [what]: troubleOf(error) };
    }
    return null;
  }

  async choose(what: 'mic' | 'cam', deviceId: string, picture: Picture): Promise<void> {
    this.chosen[what] = deviceId;
    if (what === 'cam') return this.setCamera(true, picture);
    this.audio?.stop();
    this.audio = null;
    return this.setMic(true);
  }

  async shareScreen(on: boolean, { width, height, frames }: Picture): Promise<void> {
    this.screen?.stop();
    this.screen = null;
    if (on) {
      const video = { width: { max: width }, height: { max: height }, frameRate: { max: frames } };
      const stream = await navigator.mediaDevices.getDisplayMedia({ video }).catch(() => null);
      this.screen = stream?.getVideoTracks()[0] ?? null;
      this.screen?.addEventListener('ended', () => {
        this.screen = null;
        this.changed();
      });
    }
    this.changed();
  }

  close(): void {
    this.closed = true;
    for (const track of [this.audio, this.camera, this.screen]) track?.stop();
    this.audio = null;
    this.camera = null;
    this.screen = null;
    this.listeners.clear();
  }
}
