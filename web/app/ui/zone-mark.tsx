/** The zone of an hour on a document, shown where the device has another (lib/pre-paint-script.ts, lib/base.css). */
export const ZoneMark = () => <span className="zone"> (hora de Lima)</span>
