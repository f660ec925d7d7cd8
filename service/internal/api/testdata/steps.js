// The steps of TestPageInBrowser, which the test adds to the page with what is given.
const complaints = [];
addEventListener("error", e => complaints.push("exception: " + e.message));
addEventListener("unhandledrejection", e => complaints.push("rejection: " + e.reason));
document.addEventListener("securitypolicyviolation", e => complaints.push("refused: " + e.violatedDirective));

// eventually waits until something holds, for two minutes at most.
async function eventually(what, holds) {
  for (const end = Date.now() + 120000; !holds(); await new Promise(go => setTimeout(go, 20)))
    if (Date.now() > end) throw new Error("not in time: " + what + "; the page has " + document.body.innerText);
}

// shows tells whether the page shows a job, with all that is known of it.
const shows = job => [...at("recent").rows].some(({cells}) =>
  cells[0].title === job.id && cells[0].textContent === job.id.slice(0, 12) &&
  cells[1].title === job.circuit && cells[1].textContent === "square" &&
  cells[2].textContent === job.state && cells[2].className === job.state &&
  cells[7].textContent === (job.reason ?? ""));

function login(token) {
  at("token").value = token;
  at("login").requestSubmit();
}

async function steps() {
  await eventually("the page asks for a token", () => !at("login").hidden && at("main").hidden);
  login(given.token + "x");
  await eventually("a wrong token is refused", () =>
    at("problem").textContent.startsWith("No tenant has this token") && at("main").hidden);
  login(given.token);
  await eventually("the right one shows the service", () => at("login").hidden && !at("main").hidden);
  await eventually("the tenant", () => at("tenant").textContent === "a");
  await eventually("nothing waits", () => at("queue").textContent === "nothing waits");
  await eventually("nothing runs", () => at("running").textContent === "nothing runs");
  await eventually("a worker is ready", () => at("workers").rows.length === 1 &&
    at("workers").rows[0].cells[5].textContent === "ready");
  await eventually("the job that is done", () => shows(given.done));
  await eventually("the job that failed", () => shows(given.failed));
  await eventually("two jobs", () => at("recent").rows.length === 2);
  const reply = await fetch("v1/jobs?circuit=square&wait=30s", {
    method: "POST", headers: {Authorization: "Bearer " + given.token},
    body: Uint8Array.from(atob(given.witness), c => c.charCodeAt(0)),
  });
  const later = await reply.json();
  await eventually("a later job", () => shows(later));
}

addEventListener("load", async () => {
  await steps().catch(problem => complaints.push(problem.message));
  fetch("said", {method: "POST", body: complaints.join("\n")});
});
